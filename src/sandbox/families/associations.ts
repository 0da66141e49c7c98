import type { FamilyHandlers } from '../handler.ts'

export const associations = {} as FamilyHandlers<'associations'>
