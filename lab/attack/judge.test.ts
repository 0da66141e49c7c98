import { describe, expect, it } from 'vitest'
import { judge, findSecret } from './judge.ts'
import { countDetectedAttacks } from './canary.ts'

const secrets = new Map([['glpat-of-the-owner/1', 'the token']])
const answer = (status: string, body: string) => `HTTP/1.1 ${status}\r\nx: y\r\n\r\n${body}`

describe('judge', () => {
  it.each([
    ['nothing', answer('200 OK', '')],
    ['nothing', answer('401 No', '') + answer('200 OK', '')],
    ['failure', answer('200 OK', '{"ok":true}')],
    ['failure', answer('200 OK', '[]')],
    ['failure', ''],
    ['page', answer('200 OK', 'glpat-of-the-owner/1')],
    ['harmless', answer('500 Oh', 'glpat-of-the-owner/1')],
  ] as const)('reports a response that exceeds “%s”: %j', (allowed, text) => {
    expect(judge(text, allowed, secrets)).toBeDefined()
  })

  it.each([
    ['nothing', ''],
    ['nothing', answer('401 No', 'HTTP')],
    ['failure', answer('200 OK', '{"ok":false}')],
    ['failure', answer('413 No', '')],
    ['page', answer('200 OK', '<!doctype html>')],
    ['harmless', answer('200 OK', '{"ok":true}')],
  ] as const)('accepts a response within “%s”: %j', (allowed, text) => {
    expect(judge(text, allowed, secrets)).toBeUndefined()
  })

  it('finds a secret in Base64 and URL encoding', () => {
    for (const before of ['', 'a', 'ab']) {
      const text = Buffer.from(`${before}glpat-of-the-owner/1 and more`).toString('base64')
      expect(findSecret(text, secrets)).toBe('the token')
    }
    expect(findSecret('?t=glpat-of-the-owner%2F1', secrets)).toBe('the token')
    expect(findSecret('glpat-of-the-other', secrets)).toBeUndefined()
  })

  it('detects every request that an open server accepts', async () => {
    const { sent, detected } = await countDetectedAttacks(200)
    expect(sent).toBe(200)
    expect(detected).toBe(sent)
  })
})
