/** The evening behind everything: a low sun and far hills, in our own strokes. */

export const Sun = () => (
  <svg class="sun" viewBox="0 0 120 70" aria-hidden focusable="false">
    <path class="sun-disc" d="M30 58a30 30 0 0 1 60 0z" />
    <path
      class="sun-rays"
      d="M60 8v10M28 22l7 8M92 22l-7 8M10 44l10 4M110 44l-10 4M4 58h112M24 66h72"
    />
  </svg>
);

export const Hills = () => (
  <svg class="hills" viewBox="0 0 1200 240" preserveAspectRatio="xMidYMax slice" aria-hidden>
    <circle class="hills-glow" cx="600" cy="210" r="200" />
    <circle class="hills-sun" cx="600" cy="206" r="92" />
    <path
      class="hills-far"
      d="M0 190l90-14 40-40h70l20 30 90 6 60-50 20-26h60l14 34 40 20h120l34-30 16-30h80l24 40 60 20 40-26h60l30 30 110 10 122 20v60H0z"
    />
    <path
      class="hills-near"
      d="M0 220l140-16 60 6 40-22h120l30 18 220 8 130-12 60-20h110l40 22 250 14v42H0z"
    />
    <path
      class="hills-cactus"
      d="M196 216v-58M196 186h-14v-16M196 178h14v-20M1010 218v-48M1010 196h12v-14M1010 188h-11v-12"
    />
  </svg>
);
