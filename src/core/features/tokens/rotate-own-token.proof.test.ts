import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PersonalAccessToken } from '../../../shared/gitlab/tokens.ts'
import type { OwnTokens } from '../../../shared/operations/own-tokens.ts'
import type { Envelope } from '../../../shared/rules/failure.ts'
import { isFull } from '../../testing/proof.ts'
import { type RotationStage, faults, startRotationStage } from './testing/rotation-stage.ts'

// GitLab revokes all of a token's successors if it is rotated twice. Whatever happens to the requests, a token must
// never be sent twice, its successors must stay active, and the reported outcome must be correct.

const names = Object.keys(faults)
/** Makes over 200 tries in total. */
const triesEach = isFull ? 6 : 1

let stage: RotationStage

interface RotationResult {
  outcome: 'rotated' | 'secret-lost' | 'not-rotated'
  token: { id: number; token: string }
  successors: { id: number }[]
}

/** The reported outcome in one word. */
function reportedOutcome(envelope: Envelope): string {
  if (envelope.ok) return (envelope.value as RotationResult).outcome
  return envelope.failure.kind === 'unknown-outcome' ? 'unknown' : 'refused'
}

const activeOf = (tokens: readonly PersonalAccessToken[]) => tokens.filter(({ active }) => active)

/** Compares a rotation's reported outcome with the instance. */
async function check(reported: Envelope, id: number, name: string): Promise<void> {
  const active = activeOf(await stage.tokensNamed(name)).map((token) => token.id)
  const value = (reported.ok ? reported.value : undefined) as RotationResult
  switch (reportedOutcome(reported)) {
    case 'rotated':
      expect(active).toEqual([value.token.id])
      expect(await stage.works(value.token.token)).toBe(true)
      break
    case 'secret-lost':
      expect(active).toEqual(value.successors.map((token) => token.id))
      expect(active).not.toContain(id)
      break
    case 'not-rotated':
    case 'refused':
      expect(active).toEqual([id])
      break
    default:
      expect(active).toHaveLength(1)
  }
}

describe.each(names)('with %s', (fault) => {
  beforeAll(async () => void (stage = await startRotationStage()))
  afterAll(() => stage.stop())

  it.each(Array.from({ length: triesEach }, (_, nth) => nth))(
    'rotates a token at most once and reports the true outcome (%i)',
    async (nth) => {
      const { latchkey, me, way } = stage
      const name = `try-${names.indexOf(fault)}-${nth}`
      const { id } = await stage.createToken(name)
      // In some cases, the list can't be read afterwards. A false rejection that's worded like GitLab's can't be
      // detected without the list.
      const isBlind = (names.indexOf(fault) + nth) % 3 === 0 && !/^a refusal .* after$/.test(fault)
      way.loss = faults[fault]!
      const before = way.posts()
      way.mayRead = () => !isBlind || way.posts() === before
      const reported = await stage.rotate(id)
      way.loss = 'none'
      way.mayRead = () => true
      await check(reported, id, name)

      await way.deliver()
      expect(activeOf(await stage.tokensNamed(name))).toHaveLength(1)
      const again = await stage.rotate(id)
      expect(activeOf(await stage.tokensNamed(name))).toHaveLength(1)
      const wasRefused = reportedOutcome(reported) === 'refused'
      expect(again.ok).toBe(wasRefused)
      expect(stage.rotationsOf(id)).toBe(wasRefused ? 2 : 1)
      const { tokens } = await latchkey.value<OwnTokens>('ownTokens.list', {}, me.id)
      const old = tokens.find((token) => token.id === id)
      expect(old?.wasRotated).toBe(!wasRefused && reportedOutcome(reported) !== 'rotated')

      // The successor is active, so nothing has revoked it.
      const [successor] = activeOf(await stage.tokensNamed(name))
      if (successor!.id === id) return
      const next = await stage.rotate(successor!.id)
      expect(reportedOutcome(next)).toBe('rotated')
      await check(next, successor!.id, name)
    },
  )
})
