import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, it } from 'vitest'
import type { Failure } from '../../shared/rules/failure.ts'
import FailureNotice from './FailureNotice.vue'

/** What a notice says, without its tags. */
async function text(failure: Failure, shownFields: string[] = []): Promise<string> {
  const app = createSSRApp({ render: () => h(FailureNotice, { failure, shownFields }) })
  return (await renderToString(app)).replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
}

it('names fields as screens call them, never as the interface does', async () => {
  const fields = { extern_uid: ['is taken'], baseUrl: ['is not a URL'] }
  const said = await text({ kind: 'invalid', message: 'Two things are wrong.', fields })
  expect(said).toContain('External ID is taken')
  expect(said).toContain('URL is not a URL')
  expect(said).not.toMatch(/extern_uid|baseUrl/)
})

it('says nothing twice', async () => {
  const fields = { title: ['is too long'], expires_at: ['is over'] }
  const failure: Failure = { kind: 'invalid', message: 'Title is too long.', fields }
  const said = await text(failure, ['expires_at'])
  expect(said.match(/too long/g)).toHaveLength(1)
  expect(said).not.toContain('is over')
})
