import type { FamilyHandlers } from '../handler.ts'

export const preferences = {} as FamilyHandlers<'preferences'>
