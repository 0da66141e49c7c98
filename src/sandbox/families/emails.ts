import type { FamilyHandlers } from '../handler.ts'

export const emails = {} as FamilyHandlers<'emails'>
