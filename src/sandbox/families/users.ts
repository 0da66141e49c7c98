import type { FamilyHandlers } from '../handler.ts'

export const users = {} as FamilyHandlers<'users'>
