import type { sshKeys as english } from '../../en/screens/ssh-keys.ts'

export const sshKeys: Record<keyof typeof english, string> = {
  'sshKeys.algorithm': '{name}、{bits}ビット',
  'sshKeys.algorithmOnDevice': '{name}（セキュリティキー）、{bits}ビット',
  'sshKeys.deletion':
    '{name}は、SSHでのプル、プッシュ、サインインに使えなくなります。このキーで署名済みのコミットは検証済みのままですが、新しいコミットは検証されません。キーファイル自体は残ります。',
  'sshKeys.lostComment': 'コメントが秘密鍵のように見えるため、コメントなしでインポートします。',
  'sshKeys.replaceText':
    'GitLabではキーを変更できないため、Latchkeyはキーを削除し、新しいIDで追加し直します。その間、キーは使えません。このキーで署名したコミットは検証済みのままです。変更後のキーが拒否された場合は、古いキーを追加し直します。',
  'sshKeys.titleEmpty': '空にできません',
  'sshKeys.titlePlaceholder': '仕事用ノートPC',
  'sshKeys.titleTooLong': '長すぎます（最大{limit}文字）',
  'sshKeys.usageHint_auth': 'プルとプッシュのみ',
  'sshKeys.usageHint_auth_and_signing': 'プル、プッシュ、コミットへの署名',
  'sshKeys.usageHint_signing': 'コミットへの署名のみ',
  'sshKeys.usageType': '用途',
  'sshKeys.usage_auth': '認証',
  'sshKeys.usage_auth_and_signing': '認証と署名',
  'sshKeys.usage_signing': '署名',
}
