import { describe, expect, it } from 'vitest'
import { distinctLabel } from './account-label.ts'

const account = (id: string, label: string, baseUrl: string, username = 'maya') => ({
  id,
  label,
  baseUrl,
  user: { username },
})
const work = account('1', 'Maya', 'https://git.example:8443')
const home = account('2', 'Home', 'https://gitlab.example')

describe('distinctLabel', () => {
  it('is the label if no other account has it', () => {
    expect(distinctLabel(work, [work, home])).toBe('Maya')
  })

  it('names the instance, with its port, if another account has the same label', () => {
    const other = account('3', ' maya', 'https://git.example')
    expect(distinctLabel(work, [work, other])).toBe('Maya (git.example:8443)')
  })

  it('names the user, too, if both are on the same instance', () => {
    const other = account('3', 'Maya', 'https://git.example:8443', 'maya-admin')
    expect(distinctLabel(work, [work, other])).toBe('Maya (@maya · git.example:8443)')
  })
})
