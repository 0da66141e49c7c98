import type { FamilyHandlers } from '../handler.ts'

export const following = {} as FamilyHandlers<'following'>
