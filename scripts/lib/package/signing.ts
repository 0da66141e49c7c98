import type { WindowsAzureSigningConfiguration } from 'app-builder-lib'

export type Environment = Record<string, string | undefined>

/** Whether the variables that electron-builder itself reads contain a certificate for a system. Linux has none. */
export function isSigned(environment: Environment, platform: NodeJS.Platform): boolean {
  const { CSC_LINK, CSC_NAME, WIN_CSC_LINK } = environment
  if (platform === 'darwin') return Boolean(CSC_LINK || CSC_NAME)
  if (platform !== 'win32') return false
  return Boolean(WIN_CSC_LINK || CSC_LINK) || azureSigning(environment) !== undefined
}

/** Whether packaging must fail instead of producing an unsigned package. */
export function requiresSigning(
  { LATCHKEY_SIGN }: Environment,
  platform: NodeJS.Platform,
): boolean {
  return LATCHKEY_SIGN === 'required' && platform !== 'linux'
}

/** Whether electron-builder can notarize for macOS. Without these variables it only warns. */
export function canNotarize(environment: Environment): boolean {
  return [
    ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
    ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
    ['APPLE_KEYCHAIN_PROFILE'],
  ].some((names) => names.every((name) => environment[name]))
}

const azureVariables = {
  publisherName: 'LATCHKEY_AZURE_PUBLISHER',
  endpoint: 'LATCHKEY_AZURE_ENDPOINT',
  codeSigningAccountName: 'LATCHKEY_AZURE_ACCOUNT',
  certificateProfileName: 'LATCHKEY_AZURE_PROFILE',
} as const

/**
 * The options for Azure Trusted Signing on Windows; undefined if it isn’t used. It signs in with Azure’s own variables.
 */
export function azureSigning(
  environment: Environment,
): WindowsAzureSigningConfiguration | undefined {
  const names = Object.values(azureVariables)
  const missing = names.filter((name) => !environment[name])
  if (missing.length === names.length) return undefined
  if (missing.length > 0) throw new Error(`Azure Trusted Signing also needs ${missing.join(', ')}.`)
  const { publisherName, endpoint, codeSigningAccountName, certificateProfileName } = azureVariables
  return {
    publisherName: environment[publisherName]!,
    endpoint: environment[endpoint]!,
    codeSigningAccountName: environment[codeSigningAccountName]!,
    certificateProfileName: environment[certificateProfileName]!,
  }
}
