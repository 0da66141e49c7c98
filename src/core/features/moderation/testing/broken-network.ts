import type { Random } from '../../../../sandbox/seed/random.ts'
import { createNodeFetch } from '../../../platform/network/node-fetch.ts'

/** A change that the service made. */
export interface ServiceChange {
  isDeletion: boolean
  /** Whether its response was lost. */
  isLost: boolean
}

/** A network with random faults until it is repaired. Goes down along with its process. */
export interface Network {
  isRepaired: boolean
  isDown: boolean
  /** How many requests the service hasn't answered yet. */
  inFlight: number
  fetch: typeof fetch
}

const direct = createNodeFetch()

/** Records the changes that the service makes, by user. */
export function brokenNetwork(
  random: Random,
  acceptedChanges: Map<number, ServiceChange[]>,
): Network {
  const net: Network = { isRepaired: false, isDown: false, inFlight: 0, fetch }

  async function fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    if (net.isDown) throw new TypeError('the process has ended')
    const fate = net.isRepaired ? 1 : random.below(1000) / 1000
    if (fate < 0.1) throw new TypeError('reset before')
    if (fate < 0.14) return new Response('', { status: random.pick([500, 502, 503, 504]) })
    if (fate < 0.17) {
      return new Response('Retry later', { status: 429, headers: { 'retry-after': '2' } })
    }
    const answer = await answered(input, init)
    const isReset = fate < 0.32 || net.isDown
    const isPortal = fate < 0.36
    if (init?.method !== 'GET' && answer.ok) note(String(input), init?.method, isReset || isPortal)
    if (isReset) throw new TypeError('reset after')
    if (isPortal) return new Response('<html>', { headers: { 'content-type': 'text/html' } })
    return answer
  }

  async function answered(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    net.inFlight += 1
    try {
      return await direct(input, init)
    } finally {
      net.inFlight -= 1
    }
  }

  function note(url: string, method: string | undefined, isLost: boolean): void {
    const user = Number(/\/users\/(\d+)/.exec(url)?.[1])
    const isDeletion = method === 'DELETE' || url.endsWith('/reject')
    acceptedChanges.set(user, [...(acceptedChanges.get(user) ?? []), { isDeletion, isLost }])
  }

  return net
}
