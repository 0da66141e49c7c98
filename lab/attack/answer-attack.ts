import type { ServerResponse } from 'node:http'
import { type ResponseHandler, defaultUser } from './service.ts'

/** A hostile response from an instance to a signed-in user. */
export interface ResponseAttack {
  name: string
  /** The calls to make; by default, the one for the profile. */
  calls?: readonly Call[]
  /** Whether the result must be a failure. */
  mustFail: boolean
  /** Whether the request has to time out. */
  isSlow?: true
  answer(given: ResponseContext): ResponseHandler
}

interface Call {
  name: string
  input?: unknown
}

interface ResponseContext {
  token: string
  /** Another host, which must not receive the token. */
  elsewhere: string
}

export const mebibyte = 1024 * 1024
/** Headers for a JSON response. */
export const head = { 'content-type': 'application/json' }
export const profile = JSON.stringify(defaultUser)

export function user(nth: number) {
  return { ...defaultUser, id: nth + 1, username: `u${nth}` }
}

export function answerList(count: number, item: (nth: number) => unknown): unknown[] {
  return Array.from({ length: count }, (_, nth) => item(nth))
}

/** An attack that sends its response to every request. */
export function answers(
  name: string,
  mustFail: boolean,
  answer: (response: ServerResponse, given: ResponseContext, path: string) => void,
  ...calls: Call[]
): ResponseAttack {
  return {
    name,
    mustFail,
    ...(calls.length > 0 && { calls }),
    answer: (given) => (request, response) => answer(response, given, request.url ?? ''),
  }
}

export function slow(attack: ResponseAttack): ResponseAttack {
  return { ...attack, isSlow: true }
}
