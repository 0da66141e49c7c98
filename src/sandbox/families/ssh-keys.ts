import type { FamilyHandlers } from '../handler.ts'

export const sshKeys = {} as FamilyHandlers<'sshKeys'>
