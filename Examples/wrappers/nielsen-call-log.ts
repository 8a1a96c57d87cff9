/** The part of the Nielsen browser SDK's instance that is used. */
interface NielsenInstance {
  ggPM(event: string, ...args: unknown[]): void;
}

/**
 * Wraps an instance so that each call becomes one line of a BeaconProof call log. `save` gets the lines; collect them in
 * an array and download it as text, or print them with console.log.
 */
export function logNielsenCalls(sdk: NielsenInstance, instance: string, save: (line: string) => void) {
  const record = (line: Record<string, unknown>) =>
    save(JSON.stringify({ v: 1, t: Date.now(), mono: performance.now() / 1000, inst: instance, ...line }));
  return {
    ggPM(event: string, ...args: unknown[]) {
      record({ kind: "call", api: event, ...(args.length ? { args: args[0] } : {}) });
      sdk.ggPM(event, ...args);
    },
    /** What the player or the page did: play, pause, seek, buffer_start, buffer_end, background, foreground, … */
    event(name: string, details: Record<string, unknown> = {}) {
      record({ ...details, kind: "event", name });
    },
  };
}
