/** The auditors' credential, for as long as this tab is open; where nothing is kept, this page. */

const NAME = "saloon.auditor";
let held = "";

export function token(): string {
  try {
    return sessionStorage.getItem(NAME) ?? held;
  } catch {
    return held;
  }
}

export function hold(value: string): void {
  held = value;
  try {
    sessionStorage.setItem(NAME, value);
  } catch {
    // Then it is held by this page alone.
  }
}
