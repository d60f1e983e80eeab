// Runs before every page of the browser tests: says in `isRunAwaited` whether a run of the script in Python that the
// page has asked for has yet to begin or to end, and in `runsAsked` how many it has asked for.  Streamlit itself marks
// a run on the page only once it has begun.
(() => {
  const RERUN_SCRIPT = 11; // fields of Streamlit's BackMsg and ForwardMsg, see streamlit/proto
  const NEW_SESSION = 4;
  const SCRIPT_FINISHED = 6;
  const FINISHED_EARLY_FOR_RERUN = 2;
  let hasBegun = false;

  class Watched extends WebSocket {
    constructor(...parameters) {
      super(...parameters);
      this.addEventListener('message', ({ data }) => {
        if (!(data instanceof ArrayBuffer)) return;
        const message = fields(new Uint8Array(data));
        if (message.has(NEW_SESSION)) hasBegun = true;
        const end = message.get(SCRIPT_FINISHED);
        if (hasBegun && end !== undefined && end !== FINISHED_EARLY_FOR_RERUN) globalThis.isRunAwaited = false;
      });
    }

    send(data) {
      if (ArrayBuffer.isView(data) && fields(data).has(RERUN_SCRIPT)) {
        globalThis.isRunAwaited = true;
        globalThis.runsAsked++;
        hasBegun = false;
      }
      super.send(data);
    }
  }

  /** The fields of a protobuf message by number: the value of an integer, the length of what has bytes, else true. */
  function fields(bytes) {
    const found = new Map();
    let at = 0;
    const integer = () => {
      for (let value = 0, unit = 1;; unit *= 128) {
        const byte = bytes[at++];
        value += (byte & 127) * unit;
        if (byte < 128) return value;
      }
    };
    while (at < bytes.length) {
      const tag = integer();
      const kind = tag & 7;
      const value = kind === 0 || kind === 2 ? integer() : true; // kind 2: how many bytes follow
      if (kind === 2) at += value;
      else if (kind !== 0) at += kind === 1 ? 8 : 4;
      found.set(tag >> 3, value);
    }
    return found;
  }

  globalThis.isRunAwaited = false;
  globalThis.runsAsked = 0;
  globalThis.WebSocket = Watched;
})();
