import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, it } from 'vitest'
import type { Failure } from '../../shared/rules/failure.ts'
import FailureNotice from './FailureNotice.vue'

/** Renders a notice; returns its text without tags. */
async function text(
  failure: Failure,
  shownFields: string[] = [],
  onRetry?: () => void,
): Promise<string> {
  const app = createSSRApp({ render: () => h(FailureNotice, { failure, shownFields, onRetry }) })
  return (await renderToString(app)).replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
}

it('shows field labels instead of API names', async () => {
  const fields = { extern_uid: ['is taken'], baseUrl: ['is not a URL'] }
  const notice = await text({ kind: 'invalid', message: 'Two things are wrong.', fields })
  expect(notice).toContain('External ID is taken')
  expect(notice).toContain('URL is not a URL')
  expect(notice).not.toMatch(/extern_uid|baseUrl/)
})

it('shows each problem once', async () => {
  const fields = { title: ['is too long'], expires_at: ['is over.'] }
  const notice = await text({
    kind: 'invalid',
    message: 'Title is too long and End is over.',
    fields,
  })
  expect(notice.match(/too long/g)).toHaveLength(1)
  expect(notice.match(/is over/g)).toHaveLength(1)
})

it('shows a field’s problem if the message mentions it only for another field', async () => {
  const fields = { name: ['is invalid'], extern_uid: ['is invalid'] }
  const notice = await text({ kind: 'invalid', message: 'Name is invalid.', fields })
  expect(notice).toContain('External ID is invalid')
})

it('omits fields that show their own problems', async () => {
  const fields = { title: ['is too long'], base: ['is locked'], note: ['is odd'] }
  const failure: Failure = { kind: 'invalid', message: 'Title is too long and is locked.', fields }
  const notice = await text(failure, ['title'])
  expect(notice).not.toContain('too long')
  expect(notice).toMatch(/is locked.*is odd/)
  expect((await text(failure, ['title', 'base', 'note'])).trim()).toBe('')
})

it('keeps the hint if the failure isn’t about the input', async () => {
  const fields = { baseUrl: ['Nobody vouches for it.'] }
  const failure: Failure = {
    kind: 'offline',
    message: 'Nobody vouches for it.',
    hint: 'Ask.',
    fields,
  }
  const notice = await text(failure, ['baseUrl'])
  expect(notice).toContain('Ask.')
  expect(notice).not.toContain('vouches')
  expect((await text({ ...failure, kind: 'invalid' }, ['baseUrl'])).trim()).toBe('')
})

it('offers Retry only with a handler and only if retrying can help', async () => {
  const failure: Failure = { kind: 'offline', message: 'Can’t reach it.' }
  expect(await text(failure)).not.toContain('Retry')
  expect(await text(failure, [], () => undefined)).toContain('Retry')
  expect(await text({ ...failure, kind: 'invalid' }, [], () => undefined)).not.toContain('Retry')
})
