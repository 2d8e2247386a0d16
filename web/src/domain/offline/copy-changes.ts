/** Reaches all other tabs and workers of this browser. */
const channelName = 'prahari-offline';

let channel: BroadcastChannel | undefined;

/** Publishes that copies have changed. */
export function announceChange(): void {
  channel ??= new BroadcastChannel(channelName);
  channel.postMessage(null);
}

/** Calls back when another tab or a worker changed copies. @returns to stop that */
export function followChanges(listener: () => void): () => void {
  const own = new BroadcastChannel(channelName);
  own.onmessage = () => listener();
  return () => own.close();
}
