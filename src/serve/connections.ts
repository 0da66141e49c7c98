import type { Socket } from 'node:net'

/** Maximum connections from unknown programs; a browser loading the page opens six. */
const maxStrangers = 32
/** Maximum connections from signed-in pages: each tab has its event stream and a few calls. */
const maxTrusted = 64

/**
 * Limits open connections so that they never exhaust the file limit (see `checkOpenFiles`). A new connection
 * closes the oldest one of its kind, so a program with many half-open connections loses its own, not the page's.
 */
export class Connections {
  // Sets preserve insertion order.
  readonly #strangers = new Set<Socket>()
  readonly #trusted = new Set<Socket>()

  /** Adds a new connection from an unknown program. */
  add(socket: Socket): void {
    this.#strangers.add(socket)
    socket.once('close', () => {
      this.#strangers.delete(socket)
      this.#trusted.delete(socket)
    })
    // guard: strangers
    closeOldest(this.#strangers, maxStrangers)
  }

  /** Marks a connection as from a signed-in page. */
  trust(socket: Socket): void {
    // guard: trusted-connections
    if (!this.#strangers.delete(socket)) return
    this.#trusted.add(socket)
    closeOldest(this.#trusted, maxTrusted)
  }
}

function closeOldest(sockets: Set<Socket>, most: number): void {
  const [oldest] = sockets
  if (sockets.size <= most || !oldest) return
  sockets.delete(oldest)
  oldest.destroy()
}
