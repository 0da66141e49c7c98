import type { FamilyHandlers } from '../handler.ts'

export const moderation = {} as FamilyHandlers<'moderation'>
