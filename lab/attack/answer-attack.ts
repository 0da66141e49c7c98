import type { ServerResponse } from 'node:http'
import { type Answerer, defaultUser } from './service.ts'

/** An answer of an instance to somebody who is signed in there. */
export interface AnswerAttack {
  name: string
  /** What is asked for; the profile unless told. */
  calls?: readonly Call[]
  /** Whether what comes back has to be a failure. */
  mustFail: boolean
  /** It is waited for until the time of a call is over. */
  isSlow?: true
  answer(given: AnswerContext): Answerer
}

interface Call {
  name: string
  input?: unknown
}

interface AnswerContext {
  token: string
  /** Another host, which must not get the token. */
  elsewhere: string
}

export const mebibyte = 1024 * 1024
/** The headers of an answer that is JSON. */
export const head = { 'content-type': 'application/json' }
export const profile = JSON.stringify(defaultUser)

export function user(nth: number) {
  return { ...defaultUser, id: nth + 1, username: `u${nth}` }
}

export function answerList(count: number, item: (nth: number) => unknown): unknown[] {
  return Array.from({ length: count }, (_, nth) => item(nth))
}

/** An attack whose answer is written to each request, whatever is asked for. */
export function answers(
  name: string,
  mustFail: boolean,
  answer: (response: ServerResponse, given: AnswerContext, path: string) => void,
  ...calls: Call[]
): AnswerAttack {
  return {
    name,
    mustFail,
    ...(calls.length > 0 && { calls }),
    answer: (given) => (request, response) => answer(response, given, request.url ?? ''),
  }
}

export function slow(attack: AnswerAttack): AnswerAttack {
  return { ...attack, isSlow: true }
}
