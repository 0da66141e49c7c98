import { expect, it } from 'vitest'
import { type MessageId, type Text, message } from '../../shared/messages/message.ts'
import { t } from './messages.ts'
import { formatStoredText, parseText, serializeText } from './stored-text.ts'

const read = (stored: string) => formatStoredText(parseText(stored))
const later = (text: { id: string; values?: object }) => serializeText(text as Text)

it('stores a message by its ID and values, and formats it', () => {
  const text = message('queue.noEffect', { action: message('moderation.label_ban') })
  expect(JSON.parse(serializeText(text))).toEqual({
    id: 'queue.noEffect',
    values: { action: { id: 'moderation.label_ban' } },
  })
  expect(read(serializeText(text))).toBe(t('queue.noEffect', { action: 'Ban' }))
})

it.each([
  '403 Forbidden - Your request was denied',
  '',
  '{"message":"404 User Not Found"}',
  '{"id": 12}',
  '{"id":12}',
  '{"id":"two words"}',
  '{"id":"queue.expired","values":[1]',
])('keeps GitLab’s own text unchanged: %j', (sentence) => {
  expect(read(sentence)).toBe(sentence)
})

it('formats messages from other versions as well as possible', () => {
  const unknown = t('common.unknownMessage')
  expect(read(later({ id: 'later.message', values: { count: 2 } }))).toBe(unknown)
  const id: MessageId = 'queue.noEffect'
  expect(read(later({ id, values: { other: 'Ban' } }))).toBe(unknown)
})
