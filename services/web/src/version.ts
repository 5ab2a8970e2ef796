/** Whether the server still has the page that runs here; after an upgrade it has another one. */

export async function isCurrent(): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  if (script === null) return true;
  try {
    const answer = await fetch("/", { cache: "no-store" });
    return !answer.ok || (await answer.text()).includes(new URL(script.src).pathname);
  } catch {
    return true;
  }
}

/** Why a part of the page cannot be had: there is another one by now, or nobody answers. */
export const gone = async () => ((await isCurrent()) ? "ui-unreachable" : "ui-newer");
