import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { checkInput } from './endpoint.ts'
import { sshKeys } from './ssh-keys.ts'
import { upTo } from './validation.ts'

describe('upTo', () => {
  it('counts code points, as GitLab and the page do', () => {
    const Text = z.string().refine(...upTo(3))
    expect(Text.safeParse('🌴🌴🌴').success).toBe(true)
    expect(Text.safeParse('🌴🌴🌴🌴').success).toBe(false)
  })

  it('accepts a title of 255 emoji', () => {
    const add = (title: string) => checkInput(sshKeys.add, { title, key: 'ssh-ed25519 AAAA' })
    expect(() => add('🔑'.repeat(255))).not.toThrow()
    expect(() => add('🔑'.repeat(256))).toThrow()
  })
})
