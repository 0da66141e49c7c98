import { z } from 'zod'
import { message } from '../messages/message.ts'
import { issueText } from '../validation.ts'
import { SentId } from '../service/fields.ts'
import { accountOperation, adminOperation, kept } from './operation.ts'
import { avatarLimit, avatarsAtOnce, nameLimit } from '../limits.ts'

/** The kinds of pictures that are sent as an avatar. */
export const avatarTypes = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/bmp',
] as const

/** A picture as a `data:` address, or null where there is none, or none that may be shown. */
const Picture = z.string().startsWith('data:image/').nullable()

const SentPicture = z.strictObject({
  filename: z.string().min(1).max(nameLimit),
  type: z.enum(avatarTypes),
  base64: z
    .base64(issueText(message('validation.noBase64')))
    .max(
      Math.ceil(avatarLimit / 3) * 4,
      issueText(message('validation.imageTooLarge', { max: 200 })),
    ),
})

export const avatars = {
  /** Sends a picture as it is, after checking that it is one and that it is not too large. */
  set: accountOperation({
    input: SentPicture,
    output: z.object({ avatar_url: z.string().nullable(), picture: Picture }),
  }),
  /** The same for somebody else, by an administrator. */
  setFor: adminOperation({
    input: SentPicture.extend({ user_id: SentId }),
    output: z.object({ avatar_url: z.string().nullable(), picture: Picture }),
  }),
  /** The pictures of people who were in an answer to this account before; by id, in the order asked for. */
  of: kept(
    accountOperation({
      input: z.strictObject({
        users: z.array(z.strictObject({ id: SentId })).max(avatarsAtOnce),
      }),
      output: z.array(z.object({ id: z.number(), picture: Picture })),
    }),
  ),
}
