import type {
  ConfigProblem,
  FoundTokens,
  TokenOffer,
  UnusableToken,
} from '../../../shared/operations/found-tokens.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { t } from '../../ui/messages.ts'

/** Why a found token can’t be used. */
export const unusableReasons = {
  oauth: 'foundTokens.unusableOauth',
  'job-token': 'foundTokens.unusableJobToken',
  keychain: 'foundTokens.unusableKeychain',
  url: 'foundTokens.unusableUrl',
  malformed: 'foundTokens.unusableMalformed',
} as const satisfies Record<UnusableToken['reason'], MessageId>

/** Why glab’s configuration couldn’t be read. */
export const configProblemReasons = {
  'no-permission': 'foundTokens.configNoPermission',
  'link-loop': 'foundTokens.configLinkLoop',
  'not-a-file': 'foundTokens.configNotAFile',
  unreadable: 'foundTokens.configUnreadable',
  'too-large': 'foundTokens.configTooLarge',
  'not-yaml': 'foundTokens.configNotYaml',
} as const satisfies Record<ConfigProblem, MessageId>

/** Names the place where a token was found. */
export function sourceName({ source, place = '' }: TokenOffer): string {
  return source === 'environment' ? place : t(`foundTokens.${source}`)
}

/** Describes a token that was found. */
export function describeOffer(offer: TokenOffer): string {
  if (offer.source === 'git') return t('foundTokens.gitHint')
  const { place = '', username } = offer
  if (offer.source === 'environment') return t('foundTokens.variable', { name: place })
  return username === undefined
    ? t('foundTokens.glabFile', { file: bidiIsolate(place) })
    : t('foundTokens.glabFileAs', { file: bidiIsolate(place), username })
}

/** Describes where a token is still stored after signing in with it. */
export function describeOldPlace(offer: TokenOffer): string {
  const { source, place = '' } = offer
  if (source === 'git') return t('foundTokens.stillInGit')
  return source === 'environment'
    ? t('foundTokens.stillInVariable', { name: place })
    : t('foundTokens.stillInFile', { file: bidiIsolate(place) })
}

/** Lists the places that were searched if nothing was found. */
export function describeSearch({ places, git }: FoundTokens): string {
  const looked = t('foundTokens.looked', { places: places.map((place) => bidiIsolate(place)) })
  if (git === 'offered') return looked
  return `${looked} ${t(git === 'absent' ? 'foundTokens.gitAbsentHint' : 'foundTokens.gitNoUrlHint')}`
}
