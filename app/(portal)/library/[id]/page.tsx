import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { validate as isUuid } from 'uuid';
import { pageData } from '#app/page-data.ts';
import { assetName } from '#components/library/asset-words.ts';
import { pageCaller } from '#lib/auth/page-caller.ts';
import { Problem } from '#lib/errors.ts';
import { getAssetDetail } from '#lib/review/get-asset-detail.ts';
import { getProduct } from '#lib/upload/products.ts';
import type { LibrarySearch } from '../library-address.ts';
import { AssetView } from './asset-view.tsx';
import { ProductView } from './product-view.tsx';

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<LibrarySearch & { version?: string }>;
}

/** A product or a photo: ids are unique among both, so each has the short address. */
const readSubject = cache(async (id: string) => {
  const { services, caller } = await pageCaller('library.read');
  if (!isUuid(id)) notFound();
  const asset = await getAssetDetail(services, caller, { assetId: id }).catch(missing);
  if (asset) return { kind: 'asset' as const, asset, services, caller };
  const product = await pageData(getProduct(services, caller, { productId: id }));
  return { kind: 'product' as const, product, services, caller };
});

function missing(error: unknown): undefined {
  if (!(error instanceof Problem) || error.code !== 'not_found') throw error;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const subject = await readSubject((await params).id);
  return { title: subject.kind === 'asset' ? assetName(subject.asset) : subject.product.name };
}

export default async function LibrarySubject({ params, searchParams }: Props) {
  const { services, caller, ...subject } = await readSubject((await params).id);
  const search = await searchParams;
  return subject.kind === 'asset' ? (
    <AssetView asset={subject.asset} caller={caller} services={services} version={search.version} />
  ) : (
    <ProductView caller={caller} product={subject.product} search={search} services={services} />
  );
}
