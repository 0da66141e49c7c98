import { expect, it } from 'vitest'
import { PageRecovery } from './page-recovery.ts'

it('reloads a crashed page up to three times a minute, then asks', () => {
  const recovery = new PageRecovery()
  const at = (seconds: number) => recovery.actionAfter('crashed', seconds * 1000)
  expect([at(0), at(1), at(30), at(59)]).toEqual(['load', 'load', 'load', 'ask'])
  expect([at(60), at(60)]).toEqual(['load', 'ask'])
  recovery.reset()
  expect(at(60)).toBe('load')
})

it('works if the clock is set back', () => {
  const recovery = new PageRecovery()
  for (let nth = 0; nth < 3; nth += 1) recovery.actionAfter('oom', 9_000_000)
  expect(recovery.actionAfter('oom', 1000)).toBe('load')
})

it('does not reload a page that was closed', () => {
  expect(new PageRecovery().actionAfter('clean-exit', 0)).toBe('nothing')
})
