#pragma once
// SHA-256 without a fetch from a provider, which loads and configures all of them first: that takes longer than the hash of a
// capture of a few hundred kilobytes.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/sha.h>

/// `EVP_CIPHER_CTX_ctrl` for its two uses here; its commands are macros.
static inline int cipher_set_nonce_length(EVP_CIPHER_CTX *context, int length) {
    return EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, length, NULL);
}

/// The tag that the next opening must fit.
static inline int cipher_expect_tag(EVP_CIPHER_CTX *context, int length, void *tag) {
    return EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, length, tag);
}
