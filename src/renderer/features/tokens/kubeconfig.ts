import type { Fields } from '../../forms/form-field.ts'
import { instanceName } from '../../components/instance-name.ts'
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

export interface KubeconfigOwner {
  username: string
  baseUrl: string
}

/**
 * Creates a kubeconfig file that signs in with a token. kubectl merges such files, and the first entry of a name wins,
 * so the entries are named after the account, the agent, and the cluster.
 *
 * The instance’s proxy expects the agent ID between `pat:` and the token (`doc/user/clusters/agent/user_access.md`).
 */
export function kubeconfig(owner: KubeconfigOwner, token: string, cluster: Cluster): string {
  const { agentId, name, server } = filledIn(cluster)
  const entry = yamlText(`${owner.username}@${instanceName(owner.baseUrl)}/${agentId}/${name}`)
  return [
    'users:',
    `  - name: ${entry}`,
    '    user:',
    `      token: ${yamlText(`pat:${agentId}:${token}`)}`,
    'clusters:',
    `  - name: ${entry}`,
    '    cluster:',
    `      server: ${yamlText(server)}`,
    'contexts:',
    `  - name: ${entry}`,
    '    context:',
    `      cluster: ${entry}`,
    `      user: ${entry}`,
    `current-context: ${entry}`,
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
