import type { FamilyHandlers } from '../handler.ts'

export const gpgKeys = {} as FamilyHandlers<'gpgKeys'>
