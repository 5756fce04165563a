/**
 * Each line: the reason for the refusal, and the URL. PORT is the counting socket's port.
 * The names are those of the injected name servers in the test. The first twenty are plain spellings of loopback.
 */
export const hostileUrls: readonly { reason: string; url: string }[] = `
  privateAddress http://127.0.0.1:PORT/
  privateAddress http://127.0.0.1.:PORT/
  privateAddress http://127.1:PORT/
  privateAddress http://127.0.1:PORT/
  privateAddress http://127.255.255.254:PORT/
  privateAddress http://2130706433:PORT/
  privateAddress http://017700000001:PORT/
  privateAddress http://0177.0.0.1:PORT/
  privateAddress http://0177.0.0.01:PORT/
  privateAddress http://0x7f000001:PORT/
  privateAddress http://0x7f.0.0.1:PORT/
  privateAddress http://0X7F.0x0.0x0.0x1:PORT/
  privateAddress http://127.0x0.0.01:PORT/
  privateAddress http://%31%32%37.0.0.1:PORT/
  privateAddress http://①②⑦.⓪.⓪.①:PORT/
  privateAddress http://127。0。0。1:PORT/
  privateAddress http:127.0.0.1:PORT/
  privateAddress http:///127.0.0.1:PORT/
  privateAddress http://0:PORT/
  privateAddress http://0.0.0.0:PORT/
  privateAddress http://0x0:PORT/
  privateAddress http://[::]:PORT/
  privateAddress http://[::1]:PORT/
  privateAddress http://[0:0:0:0:0:0:0:1]:PORT/
  privateAddress http://[0000:0000:0000:0000:0000:0000:0000:0001]:PORT/
  privateAddress http://[::127.0.0.1]:PORT/
  privateAddress http://[::ffff:127.0.0.1]:PORT/
  privateAddress http://[::ffff:7f00:1]:PORT/
  privateAddress http://[::ffff:0.0.0.0]:PORT/
  privateAddress http://[0:0:0:0:0:ffff:127.0.0.1]:PORT/
  privateAddress http://[::ffff:0:127.0.0.1]:PORT/
  privateAddress http://[64:ff9b::127.0.0.1]:PORT/
  privateAddress http://[64:ff9b:1::127.0.0.1]:PORT/
  privateAddress http://[2002:7f00:1::]:PORT/
  privateAddress http://[2001:0:7f00:1::]:PORT/
  privateAddress http://localhost:PORT/
  privateAddress http://LOCALHOST:PORT/
  privateAddress http://localhost.:PORT/
  privateAddress http://ⓛocalhost:PORT/
  privateAddress http://anything.localhost:PORT/
  privateAddress http://10.0.0.1:PORT/
  privateAddress http://172.16.0.1:PORT/
  privateAddress http://172.31.255.254:PORT/
  privateAddress http://192.168.0.1:PORT/
  privateAddress http://100.64.0.1:PORT/
  privateAddress http://169.254.169.254/latest/meta-data/
  privateAddress http://2852039166/latest/meta-data/
  privateAddress http://[::ffff:a9fe:a9fe]/latest/meta-data/
  privateAddress http://[fd00:ec2::254]/latest/meta-data/
  privateAddress http://100.100.100.200/latest/meta-data/
  privateAddress http://192.0.0.192/opc/v2/
  privateAddress http://168.63.129.16/machine?comp=goalstate
  privateAddress http://168.63.129.16:32526/vmSettings
  privateAddress http://2822734096/machine
  privateAddress http://0xa8.0x3f.0x81.0x10/machine
  privateAddress http://[::ffff:168.63.129.16]/machine
  privateAddress http://[fd20:ce::254]/computeMetadata/v1/
  privateAddress http://169.254.170.2/v2/credentials/
  privateAddress http://192.80.8.124/metadata
  privateAddress http://161.26.0.10:PORT/
  privateAddress http://[2606:4700::5efe:127.0.0.1]:PORT/
  privateAddress http://[fe80::1]:PORT/
  privateAddress http://[fc00::1]:PORT/
  privateAddress http://[fec0::1]:PORT/
  privateAddress http://[ff02::1]:PORT/
  privateAddress http://224.0.0.1:PORT/
  privateAddress http://255.255.255.255:PORT/
  privateAddress http://192.0.2.1:PORT/
  privateAddress http://[2001:db8::1]:PORT/
  privateAddress http://loopback.example:PORT/
  privateAddress http://loopback.example.:PORT/
  privateAddress http://loopback6.example:PORT/
  privateAddress http://private.example:PORT/
  privateAddress http://metadata.example/latest/meta-data/
  privateAddress http://azure.example/machine?comp=goalstate
  privateAddress http://isatap.example:PORT/
  privateAddress http://unspecified.example:PORT/
  privateAddress http://mapped.example:PORT/
  privateAddress http://nat64.example:PORT/
  privateAddress http://first-public.example:PORT/
  privateAddress http://last-of-many.example:PORT/
  privateAddress http://public-v4-private-v6.example:PORT/
  privateAddress http://damaged.example:PORT/
  privateAddress https://127.0.0.1:PORT/
  privateAddress https://loopback.example:PORT/
  userInfo http://127.0.0.1@8.8.8.8:PORT/
  userInfo http://8.8.8.8@127.0.0.1:PORT/
  userInfo http://user:password@loopback.example:PORT/
  userInfo http://8.8.8.8%2f@127.0.0.1:PORT/
  invalidUrl http://[fe80::1%25lo]:PORT/
  invalidUrl http://8.8.8.8\\@127.0.0.1:PORT/
  invalidUrl http://127.0.0.1:PORT#@8.8.8.8/
  invalidUrl http://127.0.0.256:PORT/
  invalidUrl http://127.0.0.1:99999/
  invalidUrl 127.0.0.1:PORT
  invalidUrl //127.0.0.1:PORT/
  port http://8.8.8.8:25/
  port http://localhost:22/
  port http://127.0.0.1:1023/
  port http://loopback.example:25/
  port https://8.8.8.8:465/
  port http://8.8.8.8:0/
  scheme ftp://127.0.0.1:PORT/
  scheme file:///etc/passwd
  scheme gopher://127.0.0.1:PORT/_POST
  scheme ws://127.0.0.1:PORT/
  scheme unix:///var/run/docker.sock
  scheme data:text/plain,hello
`
  .trim()
  .split("\n")
  .map((line) => line.trim().split(/ (.*)/s))
  .map(([reason = "", url = ""]) => ({ reason, url }));

const addressesOfNames: Readonly<Record<string, readonly string[]>> = {
  "loopback.example": ["127.0.0.1"],
  "loopback6.example": ["::1"],
  "private.example": ["10.0.0.1"],
  "metadata.example": ["169.254.169.254"],
  "azure.example": ["168.63.129.16"],
  "isatap.example": ["2606:4700::5efe:7f00:1"],
  "unspecified.example": ["0.0.0.0"],
  "mapped.example": ["::ffff:127.0.0.1"],
  "nat64.example": ["64:ff9b::7f00:1"],
  "first-public.example": ["8.8.8.8", "127.0.0.1"],
  "last-of-many.example": [...Array.from({ length: 20 }, (_, index) => `8.8.8.${index + 1}`), "127.0.0.1"],
  "public-v4-private-v6.example": ["8.8.8.8", "fd00::1"],
  "damaged.example": ["127.0.0.1 "],
};

/** An attacker's name server: it returns addresses of this machine and the network around it. */
export async function resolveHostileName(name: string): Promise<readonly string[]> {
  const addresses = addressesOfNames[name.replace(/\.$/, "")];
  if (addresses === undefined) throw Object.assign(new Error(`No such name: ${name}`), { code: "ENOTFOUND" });
  return addresses;
}
