import { describe, expect, it } from 'vitest'
import { ceilingDayMs, ceilingUse, isRaise, queueActionsOf } from './ceilings.ts'
import { queueActions } from './moderation.ts'

describe('what a ceiling leaves', () => {
  const times = [10, 30, 20]

  it('is everything but what counted since the day began', () => {
    expect(ceilingUse(5, times, { wanted: 2, dayStart: 0 })).toEqual({ used: 3, left: 2, over: 0 })
    expect(ceilingUse(5, times, { wanted: 2, dayStart: 10 })).toMatchObject({ used: 2, left: 3 })
    expect(ceilingUse(2, times, { wanted: 0, dayStart: 0 })).toMatchObject({ used: 3, left: 0 })
  })

  it('excludes what is about to be sent', () => {
    expect(ceilingUse(5, times, { wanted: 2, dayStart: 0, ahead: 1 })).toMatchObject({
      left: 1,
      over: 1,
    })
  })

  it('is enough once the last one in the way is a day old', () => {
    const use = ceilingUse(5, times, { wanted: 4, dayStart: 0 })
    expect(use).toMatchObject({ over: 2, freeAt: 20 + ceilingDayMs })
  })

  it('is enough only once a lowered ceiling has room again', () => {
    const use = ceilingUse(1, times, { wanted: 1, dayStart: 0 })
    expect(use).toMatchObject({ left: 0, over: 1, freeAt: 30 + ceilingDayMs })
    expect(ceilingUse(4, times, { wanted: 2, dayStart: 0, ahead: 1 })).toMatchObject({
      freeAt: 20 + ceilingDayMs,
    })
  })

  it('is never enough for more than the ceiling', () => {
    expect(ceilingUse(5, times, { wanted: 6, dayStart: 0 })).toEqual({ used: 3, left: 2, over: 4 })
  })
})

describe('a ceiling', () => {
  it('is raised by a higher one, or by none', () => {
    expect([isRaise(5, 6), isRaise(5, null)]).toEqual([true, true])
    expect([isRaise(5, 5), isRaise(5, 4), isRaise(null, 9)]).toEqual([false, false, false])
  })

  it('counts both ways of deleting a user', () => {
    expect(queueActionsOf('delete')).toEqual(['delete', 'hard_delete'])
    expect(queueActions.filter((action) => queueActionsOf('delete').includes(action))).toHaveLength(
      2,
    )
  })
})
