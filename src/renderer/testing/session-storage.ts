import { vi } from 'vitest'
import { createStorage } from './storage.ts'

/** Stubs `sessionStorage`, which Node lacks; returns its entries. */
export function stubSessionStorage(): Map<string, string> {
  const entries = new Map<string, string>()
  vi.stubGlobal('sessionStorage', createStorage(entries))
  return entries
}
