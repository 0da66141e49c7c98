import type { Fields } from '../../forms/form-field.ts'
import { t } from '../../ui/messages.ts'

/** A kubeconfig file’s values, except the user and the token. */
export interface Cluster {
  agentId: string
  name: string
  /** The URL of the instance’s Kubernetes proxy. */
  server: string
}

/** Placeholders for values that were left empty. */
const placeholders: Cluster = {
  agentId: 'AGENT_ID',
  name: 'CLUSTER_NAME',
  server: 'PROXY_ADDRESS',
}

export const clusterFields = (): Fields => ({
  agentId: {
    kind: 'text',
    label: t('tokens.agentId'),
    placeholder: placeholders.agentId,
    hint: t('tokens.agentIdHint'),
    isCode: true,
  },
  name: {
    kind: 'text',
    label: t('tokens.cluster'),
    placeholder: placeholders.name,
    isCode: true,
  },
  server: {
    kind: 'text',
    label: t('tokens.proxy'),
    placeholder: placeholders.server,
    hint: t('tokens.proxyHint', { path: '/k8s-proxy' }),
    isCode: true,
  },
})

/**
 * Creates a kubeconfig file that signs in with a token.
 *
 * The instance’s proxy expects the agent ID between `pat:` and the token (`doc/user/clusters/agent/user_access.md`).
 */
export function kubeconfig(username: string, token: string, cluster: Cluster): string {
  const { agentId, name, server } = filledIn(cluster)
  return [
    'users:',
    `  - name: ${yamlText(username)}`,
    '    user:',
    `      token: ${yamlText(`pat:${agentId}:${token}`)}`,
    'clusters:',
    `  - name: ${yamlText(name)}`,
    '    cluster:',
    `      server: ${yamlText(server)}`,
    'contexts:',
    `  - name: ${yamlText(name)}`,
    '    context:',
    `      cluster: ${yamlText(name)}`,
    `      user: ${yamlText(username)}`,
    `current-context: ${yamlText(name)}`,
  ].join('\n')
}

function filledIn({ agentId, name, server }: Cluster): Cluster {
  return {
    agentId: agentId.trim() || placeholders.agentId,
    name: name.trim() || placeholders.name,
    server: server.trim() || placeholders.server,
  }
}

/** Unquoted values that YAML 1.1 wouldn’t parse as strings. */
const nonStringValue = /^(y|n|yes|no|on|off|true|false|null)$/i

// Every JSON string is also a YAML string.
function yamlText(text: string): string {
  const isPlain = /^[A-Za-z][\w.@-]*$/.test(text) && !nonStringValue.test(text)
  return isPlain ? text : JSON.stringify(text)
}
