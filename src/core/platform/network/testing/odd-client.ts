import { setTimeout as delay } from 'node:timers/promises'
import { FailureError } from '../../failure.ts'
import { things } from '../../../gitlab/testing/things.ts'
import { ApiClient } from '../../../gitlab/api-client.ts'
import { type OddAnswer, type Outcome, oddAnswers } from './odd-answers.ts'
import { type RawServer, startRawServer } from './raw-server.ts'
import { currentTime } from '../../../../shared/rules/clock.ts'

/** A server that answers requests for `/3/…` with the third odd response, and so on. */
export function startOddServer(): Promise<RawServer> {
  return startRawServer(({ method, path }) => {
    const { bytes, then } = oddAnswers[Number(path.split('/')[1])]!
    return { bytes: bytes(method === 'GET' ? 200 : 201), then }
  })
}

/** The outcomes of a read and a write with an odd response, sent by a client with this `fetch`. */
export async function outcomesOf(
  fetch: typeof globalThis.fetch,
  { url }: Pick<RawServer, 'url'>,
  answer: OddAnswer,
): Promise<{ read: Outcome; write: Outcome }> {
  const nth = oddAnswers.indexOf(answer)
  const client = new ApiClient(
    {
      fetch,
      now: currentTime,
      random: Math.random,
      sleep: async (_, signal) => void (await delay(0, undefined, { signal })),
    },
    { callMs: 10_000 },
  )
  const target = { baseUrl: `${url}/${nth}`, token: `glpat-of-odd-answer-${nth}` }
  return {
    read: await outcomeOf(client.call(target, things.get, { id_or_username: 1 })),
    write: await outcomeOf(client.call(target, things.add, { name: 'x' })),
  }
}

async function outcomeOf(call: Promise<unknown>): Promise<Outcome> {
  try {
    await call
    return 'data'
  } catch (error) {
    if (error instanceof FailureError) return error.failure.kind
    throw error
  }
}
