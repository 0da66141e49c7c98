import type { network as english } from '../../en/node/network.ts'

export const network: Record<keyof typeof english, string> = {
  'network.addAuthority':
    '何も送信されていません。認証局をシステムの証明書ストアに追加するか、このインスタンス用にその証明書を選択してください。',
  'network.askAdministrator': '何も送信されていません。インスタンスの管理者に連絡してください。',
  'network.askForCertificate':
    '管理者に証明書の発行を依頼し、システムの証明書ストアに追加してください。クライアント証明書はデスクトップアプリでのみ使用できます。',
  'network.certificateDateInvalid': '{host}の証明書は期限切れか、まだ有効ではありません。',
  'network.certificateExpired': '{host}の証明書は期限切れです。',
  'network.certificateInvalid': '{host}の証明書は無効です。',
  'network.certificateNotYetValid': '{host}の証明書はまだ有効ではありません。',
  'network.certificateOption': '{subject}、発行者: {issuer}、有効期限: {date}',
  'network.certificateOptionUndated': '{subject}、発行者: {issuer}、有効期限: 不明',
  'network.certificateOtherName': '{host}の証明書は別のホスト名のものです。',
  'network.certificateRevoked': '{host}の証明書は失効しています。',
  'network.certificateSelfSigned': '{host}の証明書は自己署名です。',
  'network.certificateUnchecked': '{host}の証明書が失効しているかどうかを確認できませんでした。',
  'network.certificateUnknownAuthority':
    '{host}の証明書は、このコンピューターが信頼していない認証局のものです。',
  'network.certificateWeak': '{host}の証明書は強度が不足しています。',
  'network.checkDate':
    '何も送信されていません。このコンピューターの日付を確認するか、インスタンスの管理者に連絡してください。',
  'network.checkHostName':
    '何も送信されていません。インスタンスのホスト名が異なる可能性があるため、URLを確認してください。',
  'network.checkPort': 'URLを確認してください。http://または別のポートが必要な可能性があります。',
  'network.checkProxy':
    'システム設定のプロキシ、またはhttp_proxyとhttps_proxyの変数を確認してください。',
  'network.checkProxyVariable': '変数{variable}のプロキシを確認してください。',
  'network.chooseAgain': 'ファイルを選択し直してください。',
  'network.chooseAuthority': 'インスタンスの証明書に署名した認証局の証明書を選択してください。',
  'network.chooseCertificate': '本人確認に使うクライアント証明書を選択してください。',
  'network.chooseIssuer': 'その認証局の証明書を選択してください。',
  'network.clientCertificate': '{host}にはクライアント証明書が必要です。',
  'network.compareFingerprint':
    '何も送信されていません。管理者からこの証明書を受け取っている場合は、フィンガープリントを照合し、このインスタンス用に選択してください。',
  'network.connectionThroughProxyLost':
    'ネットワークのプロキシ経由での{host}との接続が失われました。',
  'network.copyUrl': 'https://gitlab.example.comのように、ブラウザーからコピーしてください。',
  'network.credentialsInUrl': 'URLにユーザー名またはパスワードが含まれています。',
  'network.credentialsInUrlField': 'ユーザー名やパスワードは含められません',
  'network.enterUrl': 'GitLabのURLを入力してください。',
  'network.fileChanged': '証明書がこのファイルからなくなりました。',
  'network.handshakeBroken': '{host}とのTLS接続に失敗しました。',
  'network.handshakeRefused':
    '{host}がTLS接続を拒否しました。安全な暗号方式をサポートしていないか、クライアント証明書が必要な可能性があります。',
  'network.inspectedTraffic':
    'ファイアウォールまたはプロキシが通信を検査している可能性があります。ネットワーク管理者に連絡してください。',
  'network.manyCertificates':
    '{count, plural, other {このファイルには#件の証明書が含まれています。}}',
  'network.namedProxyPassword':
    '{host}に接続するには、プロキシ{proxy}にユーザー名とパスワードが必要です。',
  'network.noCertificate': 'このファイルに証明書は含まれていません。',
  'network.noClientCertificate': '証明書なし',
  'network.noTls': '{host}のこのポートではTLSが使用されていません。',
  'network.noUrl': '「{text}」はURLではありません。',
  'network.noUrlField': 'https://gitlab.example.comのようなURLではありません',
  'network.noWebAddress': '「{text}」はWebアドレスではありません。',
  'network.notEncrypted': '{origin}は暗号化されていないため、証明書がありません。',
  'network.notRoot': 'この証明書は別の証明書によって署名されています: {issuer}',
  'network.oldTls': '{host}がサポートするTLSのバージョンまたは暗号方式は、もう安全ではありません。',
  'network.pemOrDer':
    '「-----BEGIN CERTIFICATE-----」で始まるPEMファイルか、DERファイル（.crt、.cer）を選択してください。',
  'network.privateKey': 'このファイルには秘密鍵が含まれています。',
  'network.privateKeyHint':
    '証明書のみのファイルを選択してください。秘密鍵はサーバーに置いたままにします。',
  'network.proxyBlocked': 'ネットワークのプロキシが{host}への接続をブロックしました。',
  'network.proxyBlockedHint': 'ネットワーク管理者に許可を依頼してください。',
  'network.proxyBroken':
    '{host}への接続時に、ネットワークのプロキシからプロキシとしての応答がありませんでした。',
  'network.proxyInvalid': '変数{variable}はプロキシのURLではありません。',
  'network.proxyInvalidHint':
    '何も送信されていません。http://name:password@proxy:portの形式にし、パスワード内の#、/、@などの特殊文字はパーセントエンコードしてください（#は%23）。',
  'network.proxyNoConnection': 'ネットワークのプロキシが{host}に接続できませんでした。',
  'network.proxyNoConnectionHint':
    'GitLabのURLを確認し、それでも解決しない場合はネットワーク管理者に問い合わせてください。',
  'network.proxyPassword':
    '{host}に接続するには、ネットワークのプロキシにユーザー名とパスワードが必要です。',
  'network.proxyPasswordHint':
    '何も送信されていません。Latchkeyを起動する前にhttps_proxyをhttp://name:password@proxy:portの形式で設定するか、パスワードなしでのアクセスをネットワーク管理者に依頼してください。',
  'network.proxyUnreachable': '{host}への接続に使うネットワークのプロキシに接続できません。',
  'network.proxyUnsupported': '{variable}のプロキシは、Latchkeyが対応していない種類です。',
  'network.proxyUnsupportedHint':
    '何も送信されていません。HTTPまたはSOCKS5のプロキシを使用してください。',
  'network.revocationUnchecked':
    '何も送信されていません。ファイアウォールが確認をブロックしている可能性があります。インスタンスの管理者に連絡してください。',
  'network.revokedHint':
    '何も送信されていません。他の人が鍵を持っている可能性があるため、続行する前にインスタンスの管理者に連絡してください。',
  'network.server': 'サーバー',
  'network.useHttps': 'https://で始まるURLを使用してください。',
  'network.useHttpsField': 'https://で始めてください',
}
