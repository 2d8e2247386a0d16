/** All tabs and workers of this browser hear of a change, but the one that said it. */
const channelName = 'prahari-offline';

let channel: BroadcastChannel | undefined;

/** Says that copies have changed. */
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
