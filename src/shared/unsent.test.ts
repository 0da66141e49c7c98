import { expect, it } from 'vitest'
import { quitQuestion } from './unsent.ts'

it('asks nothing where nothing is queued', () => {
  expect(quitQuestion({ kept: 0, lost: 0 })).toBeUndefined()
})

it('says how many are not sent, and what becomes of them', () => {
  expect(quitQuestion({ kept: 1, lost: 0 })).toEqual({
    message: '1 action is not sent yet.',
    detail: 'It is kept on this machine and sent at the next start.',
    stay: 'Stay',
    quit: 'Quit – it is sent at the next start',
  })
  expect(quitQuestion({ kept: 1200, lost: 0 })).toMatchObject({
    message: '1,200 actions are not sent yet.',
    quit: 'Quit – they are sent at the next start',
  })
  expect(quitQuestion({ kept: 2, lost: 1 })).toMatchObject({
    message: '3 actions are not sent yet.',
    detail:
      '2 actions are kept on this machine and sent at the next start. ' +
      '1 action is lost, because the demo ends with Latchkey.',
    quit: 'Quit',
  })
})
