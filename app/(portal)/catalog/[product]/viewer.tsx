import Link from 'next/link';
import { FormatList } from '#components/catalog/format-list.tsx';
import { photoTitle } from '#components/catalog/photo-names.ts';
import { PhotoStage } from '#components/catalog/photo-stage.tsx';
import { buttonClass } from '#components/ui/button.tsx';
import { ArrowLeftIcon, ChevronLeftIcon, ChevronRightIcon } from '#components/ui/icons.tsx';
import { KeyLinks } from '#components/ui/key-links.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Photo } from '#components/ui/photo.tsx';
import type { CatalogProductDetail } from '#lib/deliver/get-catalog-product.ts';
import { requestFile, requestFileByForm } from '../actions.ts';

/** One photo large, with an address of its own: its files beside it, the other photos below. */
export function Viewer({
  product,
  position,
  owner,
  addressOf,
}: {
  product: CatalogProductDetail;
  position: number;
  owner: string;
  addressOf: (photo?: string) => string;
}) {
  const { photos, audience } = product;
  const photo = photos[position];
  if (!photo) return null;
  const title = photoTitle(photo, position);
  const before = photos[position - 1];
  const after = photos[position + 1];
  return (
    <div className="grid gap-x-4 gap-y-3 pt-1 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="min-w-0">
        <div className="flex min-h-6 items-center justify-between gap-2">
          <Link
            className="flex min-w-0 items-center gap-0.5 text-small text-ink-soft hover:text-ink"
            data-key="Escape"
            href={addressOf()}
            scroll={false}
          >
            <ArrowLeftIcon className="shrink-0" />
            <span className="truncate">{product.name}</span>
          </Link>
          {photos.length > 1 && (
            <nav aria-label="Photos" className="flex shrink-0 items-center gap-0.5">
              <Step
                address={before && addressOf(before.asset_id)}
                label="The photo before"
                name="ArrowLeft"
              />
              <span className="voice-label figures">
                {position + 1} of {photos.length}
              </span>
              <Step address={after && addressOf(after.asset_id)} label="The photo after" name="ArrowRight" />
            </nav>
          )}
        </div>
        <div className="-mx-[clamp(1rem,3vw,3rem)] lg:mx-0">
          <PhotoStage key={photo.asset_id} photo={photo} title={title} />
        </div>
        {photos.length > 1 && (
          <ul className="mt-0.5 flex gap-1 overflow-x-auto p-0.5">
            {photos.map((each, index) => (
              <li key={each.asset_id}>
                <Link
                  aria-current={index === position ? 'true' : undefined}
                  aria-label={photoTitle(each, index)}
                  className="block opacity-70 hover:opacity-100 aria-[current]:opacity-100 aria-[current]:outline-2 aria-[current]:outline-offset-2 aria-[current]:outline-ink"
                  href={addressOf(each.asset_id)}
                  prefetch={false}
                  replace
                  scroll={false}
                  style={{ width: `${(64 * each.width) / each.height}px`, maxWidth: '160px' }}
                >
                  <Photo
                    alt=""
                    className="h-8! object-cover"
                    height={each.height}
                    src={each.thumb_url}
                    thumbHash={each.thumb_hash}
                    width={each.width}
                  />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
      <section aria-labelledby="photo-title" className="lg:pt-6">
        <h1 className="voice-wide text-heading [overflow-wrap:anywhere]" id="photo-title">
          {title}
        </h1>
        {photo.alt_text && photo.alt_text !== title && <p className="mt-1 text-ink-soft">{photo.alt_text}</p>}
        <h2 className="voice-label mt-3 mb-1">Download</h2>
        {product.suspended ? (
          <Notice tone="warn">
            The policy for these files is suspended, so none can be downloaded at the moment. Ask the brand
            team when it is back.
          </Notice>
        ) : (
          <FormatList
            audience={audience}
            formats={photo.formats}
            key={photo.asset_id}
            owner={owner}
            photo={{ asset_id: photo.asset_id, title }}
            requestFile={requestFile}
            requestFileByForm={requestFileByForm}
          />
        )}
      </section>
      <KeyLinks />
    </div>
  );
}

function Step({
  address,
  label,
  name,
}: {
  address: string | undefined;
  label: string;
  name: 'ArrowLeft' | 'ArrowRight';
}) {
  const icon = name === 'ArrowLeft' ? <ChevronLeftIcon size={20} /> : <ChevronRightIcon size={20} />;
  const className = buttonClass({ kind: 'quiet', size: 'small' }, 'size-5 px-0!');
  if (!address) return <span className={`${className} text-line-strong!`}>{icon}</span>;
  return (
    <Link aria-label={label} className={className} data-key={name} href={address} replace scroll={false}>
      {icon}
    </Link>
  );
}
