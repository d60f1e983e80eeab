// The storage of the browser for this page, or for this tab of it; it is empty where the browser stores nothing.

/** A place in a storage of the browser, for a value as JSON has it. */
export class Slot<Value> {
  constructor(readonly storage: 'localStorage' | 'sessionStorage', readonly name: string) {}

  read(): Value | undefined {
    try {
      return JSON.parse(globalThis[this.storage].getItem(this.name) ?? 'null') ?? undefined;
    } catch {
      return undefined;
    }
  }

  /** Whether the browser has stored it; else it lasts as long as the page. */
  write(value: Value | undefined) {
    try {
      if (value === undefined) globalThis[this.storage].removeItem(this.name);
      else globalThis[this.storage].setItem(this.name, JSON.stringify(value));
      return true;
    } catch {
      return false;
    }
  }
}
