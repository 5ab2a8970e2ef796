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
    <circle class="hills-glow" cx="600" cy="196" r="190" />
    <circle class="hills-sun" cx="600" cy="196" r="74" />
    <path
      class="hills-far"
      d="M0 150h70l12-34h96l10 24h52l14 34 120 18 44-12 10-46h52l8 30h20l12 34 78 10 110-4 38-10 10-30h18l8-26h44l8 26 10 30 96 4 40-26 12-52h110l14 46h64l14 24h66v90H0z"
    />
    <path
      class="hills-near"
      d="M0 222l150-14 90 6 70-10 90 10 200-4 180 6 120-12 130 8 170-10v60H0z"
    />
    <path
      class="hills-cactus"
      d="M420 214v-50M420 190h-14v-18M420 182h14v-18M822 212v-40M822 194h12v-16M822 188h-11v-14"
    />
  </svg>
);
