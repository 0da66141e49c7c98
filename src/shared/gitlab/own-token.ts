import { personalAccessTokens } from './tokens.ts'
import type { z } from 'zod'

export const ownToken = personalAccessTokens.self
export type OwnToken = z.output<typeof ownToken.returns>
export const rotateOwnToken = personalAccessTokens.rotateSelf
export const revokeOwnToken = personalAccessTokens.revokeSelf
