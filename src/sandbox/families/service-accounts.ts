import type { FamilyHandlers } from '../handler.ts'

export const serviceAccounts = {} as FamilyHandlers<'serviceAccounts'>
