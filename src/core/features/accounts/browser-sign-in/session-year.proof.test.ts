import { afterEach, expect, it, vi } from 'vitest'
import { isFull } from '../../../testing/proof.ts'
import { SessionStage } from '../testing/session-stage.ts'

// The clock moves through a year. Each step ends an access token, so the next call refreshes the session.

const refreshes = isFull ? 400 : 20
const stepMs = (365 * 24 * 60 * 60_000) / refreshes

let stage: SessionStage
afterEach(() => stage.stop())

it('is still signed in after a year', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  stage = await SessionStage.start()
  const before = stage.refreshes
  for (let refresh = 0; refresh < refreshes; refresh += 1) {
    stage.pass(stepMs)
    expect(await stage.read()).toMatchObject({ ok: true })
  }
  expect(stage.refreshes - before).toBe(refreshes)
  expect(await stage.state()).toMatchObject({ id: stage.account.id, token: 'keychain' })
})
