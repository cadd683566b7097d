/** What one tab tells the others of this browser. No data goes this way. */
export type TabMessage = 'signed-out' | 'signed-in' | 'in-use'

const channel = new BroadcastChannel('bulwark')

export const tellTabs = (message: TabMessage): void => channel.postMessage(message)

/** Listens until the answered function is called. */
export function hearTabs(hear: (message: TabMessage) => void): () => void {
  const listener = ({ data }: MessageEvent<TabMessage>) => hear(data)
  channel.addEventListener('message', listener)
  return () => channel.removeEventListener('message', listener)
}
