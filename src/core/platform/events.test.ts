import { expect, it } from 'vitest'
import { createEvents } from './events.ts'

it('calls all listeners even if one throws', () => {
  const logged: string[] = []
  const receivedEvents: string[] = []
  const events = createEvents((message) => logged.push(message))
  events.on('visit', () => {
    throw new Error('the disk is full')
  })
  events.on('visit', () => receivedEvents.push('visit'))
  events.emit('visit', {})
  expect(receivedEvents).toEqual(['visit'])
  expect(logged).toEqual(['Something that follows from a change failed.'])
})

it('does not call a listener after it unsubscribed', () => {
  const events = createEvents(() => expect.unreachable())
  events.on('visit', () => expect.unreachable())()
  events.emit('visit', {})
})
