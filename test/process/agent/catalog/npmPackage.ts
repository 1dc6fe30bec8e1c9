import { createHash } from 'node:crypto';
import type { Answer } from './testServer.ts';

/** The metadata of an npm package as the registry sends it. `fields` are in the manifest of each version. */
export function npmPackage(
  name: string,
  versions: Record<string, Buffer>,
  fields: object = {},
): Answer {
  return (request, response) => {
    const origin = `http://${request.headers.host}`;
    const listed = Object.entries(versions).map(([version, packed]) => [
      version,
      {
        name,
        version,
        ...fields,
        dist: {
          tarball: `${origin}/${version}.tgz`,
          integrity: `sha512-${createHash('sha512').update(packed).digest('base64')}`,
        },
      },
    ]);
    const latest = Object.keys(versions).at(-1);
    response.end(
      JSON.stringify({
        name,
        'dist-tags': { latest },
        versions: Object.fromEntries(listed) as object,
      }),
    );
  };
}
